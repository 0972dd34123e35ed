import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSessionStore } from '#browser/session-store.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';

export function LogoutButton({ wide, onLoggedOut }: { wide?: boolean; onLoggedOut?: () => void }) {
  const { text } = useLanguage();
  const session = useSessionStore();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const logout = () => {
    setIsAsking(false);
    onLoggedOut?.();
    navigate(paths.home());
    // Drops the token and the customer's data immediately; the call to the server follows in the background.
    void session.logout();
    toast(text('You have been logged out.'));
  };
  return (
    <>
      <Button kind={wide ? 'secondary' : 'text'} wide={wide} onClick={() => setIsAsking(true)}>
        {text('Logout')}
      </Button>
      <ConfirmDialog open={isAsking} onClose={() => setIsAsking(false)} onConfirm={logout} title={text('Log out')}>
        {text('Are you sure you want to log out?')}
      </ConfirmDialog>
    </>
  );
}
