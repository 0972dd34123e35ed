import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import type { Ticket } from '../contract.ts';

// The dialog needs Base UI, which is not loaded before the first press.
const loadDialog = () => import('./travel-time-dialog.tsx');
const LazyTravelTimeDialog = lazy(async () => ({ default: (await loadDialog()).TravelTimeDialog }));

export function TravelTimeButton({ ticket, describedBy }: { ticket: Ticket; describedBy: string | undefined }) {
  const { text } = useLanguage();
  const [openings, setOpenings] = useState(0);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        small
        kind="text"
        unavailable={ticket.recently_edited}
        aria-haspopup="dialog"
        aria-label={text('Choose Time for {product}, {full_name}', {
          product: ticket.product,
          full_name: ticket.full_name,
        })}
        aria-describedby={describedBy}
        onClick={() => {
          setOpenings(openings + 1);
          setOpen(true);
        }}
      >
        {text('Choose Time')}
      </Button>
      {openings > 0 && (
        <Suspense fallback={null}>
          <LazyTravelTimeDialog key={openings} ticket={ticket} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
