import { useState } from 'react';
import { unusualPostalCode } from '#kernel/postal-code.ts';
import { Field, type FieldProps } from './field.tsx';
import { useLanguage } from './language.ts';
import styles from './postal-code-field.module.css';

interface PostalCodeFieldProps extends FieldProps {
  /** The ISO code of the address’s country; '' while it is not chosen. */
  country: string;
}

/** A field for a postal code. Once it is left, a note points out a code that does not fit the country. Any is accepted. */
export function PostalCodeField({ country, onBlur, onChange, ...field }: PostalCodeFieldProps) {
  const { text } = useLanguage();
  const [isLeft, setLeft] = useState(false);
  const unusual = isLeft ? unusualPostalCode(field.value, country) : null;
  return (
    <Field
      {...field}
      onChange={(event) => {
        setLeft(false);
        onChange?.(event);
      }}
      onBlur={() => {
        setLeft(true);
        onBlur?.();
      }}
      after={
        <p role="status" className={styles.note}>
          {unusual &&
            (unusual.example === null
              ? text('This does not look like a postal code. Please check it.')
              : text('Postal codes in this country look like {example}. Please check what you entered.', {
                  example: unusual.example,
                }))}
        </p>
      }
    />
  );
}
