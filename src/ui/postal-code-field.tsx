import { useState } from 'react';
import { unusualPostalCode } from '#kernel/postal-code.ts';
import { Field, type FieldProps } from './field.tsx';
import { useLanguage } from './language.ts';
import styles from './postal-code-field.module.css';

interface PostalCodeFieldProps extends FieldProps {
  /** The ISO code of the address’s country; '' until one is chosen. */
  country: string;
}

/**
 * A field for a postal code. Once it is left or the country changes, a note points out a code that does not fit the
 * country. Any code is accepted. In a grid the note has its own row, so that a field beside it stays in line.
 */
export function PostalCodeField({ country, onBlur, onChange, ...field }: PostalCodeFieldProps) {
  const { text } = useLanguage();
  const [firstCountry] = useState(country);
  const [isTyped, setTyped] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const isDue = isLeft || (!isTyped && country !== firstCountry);
  const unusual = isDue ? unusualPostalCode(field.value, country) : null;
  return (
    <>
      <Field
        {...field}
        onChange={(event) => {
          setTyped(true);
          setLeft(false);
          onChange?.(event);
        }}
        onBlur={() => {
          setLeft(true);
          onBlur?.();
        }}
      />
      <p role="status" className={styles.note}>
        {unusual &&
          (unusual.example === null
            ? text('This does not look like a postal code. Please check it.')
            : text('Postal codes in this country look like {example}. Please check what you entered.', {
                example: unusual.example,
              }))}
      </p>
    </>
  );
}
