import { type ReactElement, useEffect } from 'react';
import { CountdownBlock } from '#features/cart/shop/expiry/countdown.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import { toast } from '#ui/toast.tsx';

const nothing = () => {};

function Toasts() {
  useEffect(() => {
    toast('Item added to cart.');
    toast('Login failed.', 'bad');
  }, []);
  return <p>Two messages are shown at the bottom of the window.</p>;
}

const paragraph =
  'The terms of the shop, long enough to scroll inside the dialog while its head and foot stay visible. ';

/** The open state of every component that covers the page. */
export const overlays: Record<string, ReactElement> = {
  Dialog: (
    <Dialog
      open
      onClose={nothing}
      title="Personalise your ticket"
      description="Coach from Amsterdam, return"
      onSubmit={nothing}
      footer={
        <>
          <Button kind="secondary">Cancel</Button>
          <Button type="submit">Add to cart</Button>
        </>
      }
    >
      <ErrorSummary errors={[{ fieldId: 'name', message: 'Please enter a full name.' }]} headingLevel={3} />
      <Field id="name" label="Full name" error="Please enter a full name." value="" onChange={nothing} />
    </Dialog>
  ),
  'Dialog, long': (
    <Dialog open onClose={nothing} title="Terms and Conditions" footer={<Button>Close</Button>}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as in the terms: the arrow keys scroll the text while it has focus. */}
      <section tabIndex={0} aria-label="Terms and Conditions">
        {Array.from({ length: 12 }, (_, index) => `${index + 1}. ${paragraph.repeat(3)}`).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
    </Dialog>
  ),
  ConfirmDialog: (
    <ConfirmDialog open onClose={nothing} onConfirm={nothing} title="Do you want to log out?">
      Your cart stays as it is.
    </ConfirmDialog>
  ),
  'ConfirmDialog, dangerous': (
    <ConfirmDialog open dangerous onClose={nothing} onConfirm={nothing} title="Cancel this refund request?" />
  ),
  SidePanel: (
    <SidePanel
      open
      onClose={nothing}
      title="Your cart"
      top={<CountdownBlock seconds={761} totalSeconds={900} />}
      foot={<Button wide>Checkout</Button>}
    >
      <p>Rows of the panel.</p>
    </SidePanel>
  ),
  Toast: <Toasts />,
};
