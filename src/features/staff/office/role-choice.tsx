import { Checkbox } from '#ui/checkbox.tsx';
import { useLanguage } from '#ui/language.ts';
import type { Role } from '../domain/permissions.ts';
import { roleDuties, roleNames } from '../words/roles.ts';
import styles from './team.module.css';

interface RoleChoiceProps {
  offered: readonly Role[];
  chosen: readonly Role[];
  onChange: (roles: Role[]) => void;
  error?: string | undefined;
}

/** The permissions of several roles add up. */
export function RoleChoice({ offered, chosen, onChange, error }: RoleChoiceProps) {
  const { text, translate } = useLanguage();
  return (
    <fieldset className={styles.roles}>
      <legend>{text('Roles')}</legend>
      {error && (
        <p className={styles.late} id="roles-error">
          {error}
        </p>
      )}
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
