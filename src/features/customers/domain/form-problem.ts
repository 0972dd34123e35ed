export type FormKind =
  | {
      readonly kind:
        | 'email_missing'
        | 'email_invalid'
        | 'name_missing'
        | 'name_and_email_missing'
        | 'email_and_password_missing'
        | 'old_password_missing'
        | 'new_password_missing'
        | 'confirmation_differs';
    }
  | { readonly kind: 'new_password_short'; readonly minimum: number };
