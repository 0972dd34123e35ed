import type { Ref } from 'react';
import { call } from '#browser/api.ts';
import { useSessionStore } from '#browser/session-store.ts';
import { useForm } from '#browser/use-form.ts';
import { useCartStore } from '#features/cart/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { inWords } from '#kernel/problem.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { toast } from '#ui/toast.tsx';
import { isWrongLogin, loginProblems } from '../domain/login-form.ts';
import { formSentence, WRONG_LOGIN } from '../words/account-forms.ts';
import styles from './auth-page.module.css';
import { claimCart } from './restore-cart.ts';

export interface LoginFormProps {
  onLoggedIn: () => void;
  emailRef?: Ref<HTMLInputElement>;
  headingLevel?: 2 | 3;
}

/** A failed login keeps the email and clears the password. */
export function LoginForm({ onLoggedIn, emailRef, headingLevel = 2 }: LoginFormProps) {
  const { text, translate } = useLanguage();
  const session = useSessionStore();
  const cart = useCartStore();
  const form = useForm<{ email: string; password: string }>({
    initial: { email: '', password: '' },
    validate: (values) => inWords(loginProblems(values), (problem) => translate(formSentence(problem))),
    submit: async ({ email, password }) => {
      try {
        const { remember_token } = await call('login', { email: email.trim(), password });
        await claimCart(cart, remember_token);
        session.login(remember_token);
      } catch (thrown) {
        toast(text('Login failed.'), 'bad');
        form.setValue('password', '');
        // A toast has already shown the server's message.
        if (isWrongLogin(thrown)) return [{ field: undefined, message: translate(WRONG_LOGIN) }];
        throw thrown;
      }
      toast(text('Login success.'));
      onLoggedIn();
      return [];
    },
  });
  const isWrong = form.errors.some(({ message }) => message === translate(WRONG_LOGIN));
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit}>
      <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={headingLevel}>
        {isWrong && <Link to={paths.forgotPassword()}>{text('Reset your password')}</Link>}
      </ErrorSummary>
      <Field ref={emailRef} label={text('Email')} type="email" autoComplete="username" {...form.field('email')} />
      <PasswordField label={text('Password')} autoComplete="current-password" {...form.field('password')} />
      <Button type="submit" wide busy={form.pending}>
        {text('Login')}
      </Button>
    </form>
  );
}
