import type { ReactElement } from 'react';
import { CountdownBlock, CountdownDigits, CountdownPill } from '#features/cart/shop/expiry/countdown.tsx';
import { ProductImage } from '#features/catalogue/shop/product-image.tsx';
import { CardSkeletons, StubCard, StubGrid, StubRow } from '#features/catalogue/shop/stub-card.tsx';
import { BottomBar } from '#ui/bottom-bar.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Code, TextWithCodes } from '#ui/code.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { Field } from '#ui/field.tsx';
import * as icons from '#ui/icons.tsx';
import { Notice } from '#ui/notice.tsx';
import { PickerField } from '#ui/office/picker-field.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import Pdf417Code from '#ui/pdf417-code.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import { PostalCodeField } from '#ui/postal-code-field.tsx';
import { Money, Price } from '#ui/price.tsx';
import { Prose } from '#ui/prose.tsx';
import QrCode from '#ui/qr-code.tsx';
import { RadioCardGroups } from '#ui/radio-card-groups.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { TextArea } from '#ui/text-area.tsx';
import type { Tone } from '#ui/tone.ts';
import { WavePattern } from '#ui/wave-pattern.tsx';
import styles from './gallery.module.css';

const nothing = () => {};
const kinds = ['primary', 'secondary', 'danger', 'text'] as const;
const manyItems = Array.from({ length: 12 }, (_, index) => ({ value: String(index), label: `Item ${index + 1}` }));
const tones: readonly Tone[] = ['ok', 'warn', 'bad', 'info', 'progress', 'neutral'];
const picture = <ProductImage url={null} size="card" seed="sandlark-pass" />;
const thumbnail = <ProductImage url={null} size="thumbnail" seed="coach-amsterdam" />;
const times = [
  { value: '1', label: 'Thu 22 July, 13:00 (3)' },
  { value: '2', label: 'Thu 22 July, 16:30 (Sold out)', disabled: true },
];
const rows = [
  { reference: 'SLK-7Q4M-1', amount: 5_450, status: 'Paid' },
  { reference: 'SLK-7Q4M-2', amount: 4_800, status: 'Due' },
];

/** Every primitive of `ui/` in every state, by its name. */
export const primitives: Record<string, ReactElement> = {
  Button: (
    <>
      {kinds.map((kind) => (
        <p key={kind} className={styles.row}>
          <Button kind={kind}>Add to cart</Button>
          <Button kind={kind} small>
            Small
          </Button>
          <Button kind={kind} busy>
            Busy
          </Button>
          <Button kind={kind} disabled>
            Disabled
          </Button>
          <Button kind={kind} unavailable>
            Not now
          </Button>
          <ButtonLink kind={kind} to="/tickets">
            A link
          </ButtonLink>
        </p>
      ))}
      <Button wide>Wide</Button>
    </>
  ),
  Field: (
    <div className={styles.column}>
      <Field id="f1" label="Full name" value="" onChange={nothing} />
      <Field id="f2" label="Email" hint="Where we send your tickets" value="mila@example.org" onChange={nothing} />
      <Field id="f3" label="Postal code" error="Please enter your postal code." value="" onChange={nothing} />
      <Field id="f4" label="Apartment" optional value="" onChange={nothing} />
      <Field id="f5" label="Read-only" readOnly value="mila@example.org" onChange={nothing} />
      <Field id="f6" label="Disabled" disabled value="Not now" onChange={nothing} />
    </div>
  ),
  PasswordField: (
    <div className={styles.column}>
      <PasswordField id="p1" label="Password" value="dunes-at-dusk" onChange={nothing} />
      <PasswordField id="p2" label="New password" what="new password" error="Too short." value="a" onChange={nothing} />
    </div>
  ),
  PostalCodeField: (
    <div className={styles.column}>
      <PostalCodeField id="z1" label="ZIP / postal code" country="DE" value="10115" onChange={nothing} />
    </div>
  ),
  SelectField: (
    <div className={styles.column}>
      <SelectField
        id="s1"
        label="Travel time"
        placeholder="Select time"
        required
        value=""
        options={times}
        onChange={nothing}
      />
      <SelectField id="s2" label="Age" value="1" options={times} onChange={nothing} />
      <SelectField
        id="s3"
        label="Country"
        error="Please choose a country."
        value=""
        placeholder="Select country"
        options={times}
        onChange={nothing}
      />
      <SelectField id="s4" label="Disabled" disabled value="1" options={times} onChange={nothing} />
    </div>
  ),
  PickerField: (
    <div className={styles.column}>
      <PickerField id="p1" label="Item" value="" none="Any" options={manyItems} onPick={nothing} />
      <PickerField id="p2" label="Item" value="7" none="Any" options={manyItems} onPick={nothing} />
      <PickerField
        id="p3"
        label="Item"
        value=""
        none="Choose an item"
        error="Please choose an item."
        options={manyItems}
        onPick={nothing}
      />
      <PickerField id="p4" label="Few items" value="" none="Any" options={manyItems.slice(0, 10)} onPick={nothing} />
    </div>
  ),
  TextArea: (
    <div className={styles.column}>
      <TextArea id="t1" label="Note" hint="Optional" value="" onChange={nothing} />
      <TextArea id="t2" label="Note" error="Too long." value={'One line\nand another'} onChange={nothing} />
    </div>
  ),
  Checkbox: (
    <div className={styles.column}>
      <Checkbox id="c1" label="I accept the Terms and Conditions" checked={false} onChange={nothing} />
      <Checkbox id="c2" label="Ship to the billing address" checked onChange={nothing} />
      <Checkbox id="c3" label="With a mistake" error="Please accept." checked={false} onChange={nothing} />
      <Checkbox
        id="c4"
        label="Disabled"
        hint="Untick the merchandise to choose tickets."
        disabled
        checked={false}
        onChange={nothing}
      />
    </div>
  ),
  RadioCardGroups: (
    <RadioCardGroups
      id="departure"
      name="departure"
      legend="Travel time"
      hint="Select time"
      value="2"
      folds
      groups={[
        {
          heading: 'Thu 22 July',
          isOpen: true,
          options: [
            { value: '1', name: 'Thu 22 July, 09:30 (24)', label: '09:30', note: '24 seats left' },
            { value: '2', name: 'Thu 22 July, 13:00 (3)', label: '13:00', note: '3 seats left' },
            {
              value: '3',
              name: 'Thu 22 July, 16:30 (Sold out)',
              label: '16:30',
              note: 'Sold out',
              isStruck: true,
              disabled: true,
            },
          ],
        },
        {
          heading: 'Fri 23 July',
          isOpen: false,
          options: [{ value: '4', name: 'Fri 23 July, 10:00', label: '10:00', note: 'Seats available' }],
        },
      ]}
    />
  ),
  QrCode: (
    <div style={{ width: 180 }}>
      <QrCode text="SLK-7Q4M-2" label="QR code of a reference" />
    </div>
  ),
  Pdf417Code: (
    <div style={{ maxWidth: 340 }}>
      <Pdf417Code text="HRVHUB30" label="Barcode of a transfer" />
    </div>
  ),
  RadioCards: (
    <div className={styles.column}>
      <RadioCards
        id="r"
        name="r"
        legend="Payment method"
        value="card"
        onChange={nothing}
        options={[
          { value: 'card', label: 'Credit card', note: 'You pay on the next page.' },
          { value: 'bank', label: 'Bank transfer', note: 'We keep your order for 7 days.' },
          { value: 'voucher', label: 'Voucher', disabled: true },
        ]}
      />
    </div>
  ),
  ErrorSummary: (
    <>
      <ErrorSummary
        errors={[{ fieldId: 'x', message: 'Please enter your email address.' }, { message: 'Login failed.' }]}
      />
      <Field id="x" label="Email" error="Please enter your email address." value="" onChange={nothing} />
    </>
  ),
  StatusChip: (
    <p className={styles.row}>
      {tones.map((tone) => (
        <StatusChip key={tone} tone={tone}>
          {tone}
        </StatusChip>
      ))}
    </p>
  ),
  Notice: (
    <div className={styles.column}>
      {tones.map((tone) => (
        <Notice key={tone} tone={tone} heading={`A notice (${tone})`} action={<Button kind="secondary">Do it</Button>}>
          What it is about, in a sentence or two.
        </Notice>
      ))}
      <Notice small>Be at the meeting point 30 minutes before travel.</Notice>
    </div>
  ),
  Countdown: (
    <div className={styles.column}>
      {[761, 299, 59, 0].map((seconds) => (
        <div key={seconds} className={styles.row}>
          <span className={styles.pill}>
            <CountdownDigits seconds={seconds} />
          </span>
          <CountdownPill seconds={seconds} />
          <CountdownBlock seconds={seconds} totalSeconds={900} />
        </div>
      ))}
    </div>
  ),
  Price: (
    <div className={styles.column}>
      <Price amount={19_850} notes={['(includes taxes and booking fee)']} />
      <Price
        amount={19_850}
        size="page"
        notes={['(includes taxes and booking fee)', 'payment plan with 4 installments']}
      />
      <Price amount={19_850} size="row" />
      <p>
        In a sentence: <Money amount={4_800} />.
      </p>
    </div>
  ),
  DataTable: (
    <DataTable
      caption="Payment plan"
      columns={[
        { key: 'reference', header: 'Reference', cell: (row: (typeof rows)[0]) => row.reference },
        { key: 'status', header: 'Status', cell: (row) => <StatusChip tone="ok">{row.status}</StatusChip> },
        {
          key: 'amount',
          header: 'Amount',
          align: 'end',
          phoneLabel: true,
          cell: (row) => <Money amount={row.amount} />,
        },
      ]}
      rows={rows}
      rowKey={(row) => row.reference}
      extraRows={[{ key: 'shipping', label: 'Shipping', figure: <Money amount={650} /> }]}
      totalRow={{ label: 'Total', figure: <Money amount={10_900} /> }}
      action={{
        header: 'Action',
        cell: () => (
          <ButtonLink kind="text" to="/portal">
            View
          </ButtonLink>
        ),
      }}
    />
  ),
  TextWithCodes: (
    <div className={styles.column}>
      <p>
        <TextWithCodes>Your refund SLK-2H9C4T-R1 of order SLK-2H9C4T is on its way.</TextWithCodes>
      </p>
    </div>
  ),
  Code: (
    <div className={styles.column}>
      <p>
        A code is never broken at the end of a line: <Code>SLK-2H9C4T-R1</Code>, <Code>NL85 LARK 0123 4567 89</Code>,{' '}
        <Code>7KQ2 MX4P HT9W C3VBN</Code>.
      </p>
    </div>
  ),
  FactList: (
    <div className={styles.column}>
      {(['apart', 'beside', 'ruled'] as const).map((layout) => (
        <Card key={layout}>
          <FactList
            layout={layout}
            facts={[
              {
                label: 'Order code',
                value: (
                  <>
                    <Code>SLK-2H9C</Code> <CopyButton text="SLK-2H9C" what="order code" />
                  </>
                ),
              },
              { label: 'Total', value: <Money amount={27_750} /> },
              { label: 'Refundable', value: 'Until Wed 23 Jun' },
            ]}
          />
        </Card>
      ))}
    </div>
  ),
  Stubs: (
    <>
      <StubGrid>
        <StubCard
          picture={picture}
          chip="Only 3 left"
          foot={<Price amount={19_850} notes={['(includes taxes and booking fee)']} />}
        >
          Festival Pass
        </StubCard>
        <StubCard
          picture={picture}
          foot={
            <Price amount={19_850} notes={['(includes taxes and booking fee)', 'payment plan with 4 installments']} />
          }
        >
          Festival Pass on a plan, a name that needs several lines
        </StubCard>
      </StubGrid>
      <PlainList className={styles.column}>
        <StubRow picture={thumbnail} actions={<Button kind="text">Remove</Button>}>
          Coach from Amsterdam, return
        </StubRow>
      </PlainList>
    </>
  ),
  EmptyState: (
    <EmptyState action={<ButtonLink to="/tickets">See the tickets</ButtonLink>}>Nothing here right now.</EmptyState>
  ),
  Skeleton: <CardSkeletons />,
  Spinner: <Spinner />,
  Stepper: (
    <Stepper
      current={2}
      steps={[{ label: 'Select items', to: '/x' }, { label: 'Enter bank details' }, { label: 'Confirm' }]}
    />
  ),
  ProductImage: (
    <p className={styles.row}>
      {(['card', 'tall', 'thumbnail'] as const).map((size) => (
        <ProductImage key={size} url={null} size={size} seed={size} />
      ))}
      <WavePattern seed="wave" width={350} height={350} />
    </p>
  ),
  Prose: (
    <Prose html="<h2>A heading</h2><p>A paragraph with a <a href='/faqs'>link</a> and <strong>strong</strong> words.</p><ul><li>One</li><li>Two</li></ul><table><tr><th>Day</th><th>Gates</th></tr><tr><td>Thursday</td><td>12:00</td></tr></table>" />
  ),
  Icons: (
    <p className={styles.row}>
      {Object.entries(icons).map(([name, Icon]) => (
        <Icon key={name} />
      ))}
    </p>
  ),
  BottomBar: (
    <BottomBar label="Buy">
      <Price amount={19_850} size="row" />
      <Button>Add to cart</Button>
    </BottomBar>
  ),
};
