import { Checkbox } from '#ui/checkbox.tsx';
import { FieldError } from '#ui/form-field.tsx';
import { useLanguage } from '#ui/language.ts';
import type { Role } from '../domain/permissions.ts';
import { roleDuties, roleNames } from '../words/roles.ts';
import styles from './team.module.css';

interface RoleChoiceProps {
  offered: readonly Role[];
  chosen: readonly Role[];
  onChange: (roles: Role[]) => void;
  /** For the summary of errors, which leads here. */
  id?: string;
  error?: string | undefined;
}

/** The permissions of several roles add up. */
export function RoleChoice({ offered, chosen, onChange, id = 'roles', error }: RoleChoiceProps) {
  const { text, translate } = useLanguage();
  return (
    <fieldset id={id} className={styles.roles} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{text('Roles')}</legend>
      {error && <FieldError id={id}>{error}</FieldError>}
      {offered.map((role) => (
        <Checkbox
          key={role}
          id={`role-${role}`}
          label={translate(roleNames[role])}
          hint={translate(roleDuties[role])}
          checked={chosen.includes(role)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(offered.filter((one) => (one === role ? checked : chosen.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}
