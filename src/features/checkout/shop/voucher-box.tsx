import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { announce } from '#browser/announcer.ts';
import { call } from '#browser/api.ts';
import { ApiError } from '#browser/api-error.ts';
import type { Cart } from '#features/cart/contract.ts';
import { voucherLeftover } from '#features/pricing/domain/order-totals.ts';
import { ENTER_VOUCHER_CODE } from '#features/vouchers/words/voucher-refusal.ts';
import { markedText } from '#kernel/language.ts';
import { Button } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';
import type { Checkout } from './use-checkout.ts';
import styles from './voucher-box.module.css';

const NOT_CHECKED = markedText('The voucher could not be checked. Please try again.');

/** Enter applies the code and never submits the order. */
export function VoucherBox({ cart, checkout }: { cart: Cart; checkout: Checkout }) {
  const { text, textNodes, translate } = useLanguage();
  const { form, voucher, setVoucher, totals } = checkout;
  const field = form.field('voucher_code');
  const [refusal, setRefusal] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const [isOpen, setIsOpen] = useState(field.value !== '');
  const input = useRef<HTMLInputElement>(null);
  const remove = useRef<HTMLButtonElement>(null);
  const mustMoveFocus = useRef(false);

  // The pressed control is replaced by the other one, so focus moves there.
  const code = voucher?.code;
  useEffect(() => {
    if (!mustMoveFocus.current) return;
    mustMoveFocus.current = false;
    (code ? remove : input).current?.focus();
  }, [code]);

  const apply = async () => {
    if (busy) return;
    if (!field.value.trim()) {
      setRefusal(translate(ENTER_VOUCHER_CODE));
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const answer = await call('validate-voucher', { cart: cart.code, code: field.value });
      setRefusal(undefined);
      form.setValue('voucher_code', '');
      mustMoveFocus.current = true;
      setVoucher(answer.voucher);
      announce(text('Voucher {name} applied', { name: answer.voucher.name }));
    } catch (thrown) {
      setRefusal(translate(thrown instanceof ApiError ? thrown.message : NOT_CHECKED));
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  };

  if (voucher) {
    const leftover = voucherLeftover(totals.itemsTotal + totals.shippingAmount, voucher.discount_amount);
    return (
      <div>
        <p className={styles.applied}>
          <span>
            {textNodes('Voucher {code}', {
              code: (
                <strong>
                  <Code>{voucher.code}</Code>
                </strong>
              ),
            })}
          </span>
          <Button
            id={field.id}
            kind="text"
            small
            ref={remove}
            onClick={() => {
              mustMoveFocus.current = true;
              setIsOpen(true);
              setVoucher(null);
              announce(text('Voucher {name} removed', { name: voucher.name }));
            }}
            aria-label={text('Remove voucher {code}', { code: voucher.code })}
          >
            {text('Remove')}
          </Button>
        </p>
        {leftover > 0 && (
          <Notice tone="warn" small role="status">
            {textNodes('Your voucher is worth more than this order. The remaining {leftover} will be lost.', {
              leftover: <Money amount={leftover} />,
            })}
          </Notice>
        )}
      </div>
    );
  }

  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void apply();
  };

  return (
    <details open={isOpen || field.error !== undefined} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={styles.add}>{text('Add a voucher')}</summary>
      <div className={styles.entry}>
        <Field
          {...field}
          label={text('Voucher code')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          ref={input}
          onKeyDown={onEnter}
          onChange={(event) => {
            setRefusal(undefined);
            field.onChange(event);
          }}
          error={refusal ?? field.error}
        />
        <Button kind="secondary" busy={busy} onClick={() => void apply()}>
          {text('Apply')}
        </Button>
      </div>
    </details>
  );
}
