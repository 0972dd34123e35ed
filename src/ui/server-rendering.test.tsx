import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { AnnouncerRegions } from '#browser/announcer-regions.tsx';
import { Button, ButtonLink } from './button.tsx';
import { Card } from './card.tsx';
import { Checkbox } from './checkbox.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { CopyButton } from './copy-button.tsx';
import { DataTable } from './data-table.tsx';
import { Dialog } from './dialog.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { FactList } from './fact-list.tsx';
import { Field } from './field.tsx';
import * as icons from './icons.tsx';
import { Notice } from './notice.tsx';
import { PasswordField } from './password-field.tsx';
import { SitePicture } from './picture.tsx';
import { Price } from './price.tsx';
import { Prose } from './prose.tsx';
import { RadioCards } from './radio-cards.tsx';
import { SelectField } from './select-field.tsx';
import { ShopSettingsProvider } from './shop-settings.tsx';
import { SidePanel } from './side-panel.tsx';
import { Skeleton } from './skeleton.tsx';
import { StatusChip } from './status-chip.tsx';
import { Stepper } from './stepper.tsx';
import { inEnglish } from './testing.ts';
import { TextArea } from './text-area.tsx';
import { ToastRegion } from './toast.tsx';

const settings = {
  locale: 'en',
  timezone: 'Europe/Amsterdam',
  currency: 'EUR',
  currencyDigits: 2,
  imageFormats: ['avif', 'webp', 'jpg'],
};

const render = (element: ReactElement): string =>
  renderToString(
    <MemoryRouter>{inEnglish(<ShopSettingsProvider value={settings}>{element}</ShopSettingsProvider>)}</MemoryRouter>,
  );

const nothing = () => {};
const banner = { url: '/images/banner', width: 1440, height: 560, formats: ['webp', 'jpg'] };

const everything: Record<string, ReactElement> = {
  Button: <Button busy />,
  ButtonLink: <ButtonLink to="/tickets">See all tickets</ButtonLink>,
  Card: <Card>Summary</Card>,
  Checkbox: <Checkbox id="c" label="I accept" checked={false} onChange={nothing} error="Please accept." />,
  CopyButton: <CopyButton text="SLK" what="order code" />,
  DataTable: (
    <DataTable
      caption="Plan"
      columns={[{ key: 'a', header: 'Reference', cell: (row: string) => row }]}
      rows={['1']}
      rowKey={(row) => row}
      totalRow={{ label: 'Total', figure: '1' }}
      action={{ header: 'Action', cell: () => 'View' }}
    />
  ),
  EmptyState: <EmptyState>Nothing here.</EmptyState>,
  ErrorSummary: <ErrorSummary errors={[{ message: 'Login failed.' }]} />,
  FactList: <FactList facts={[{ label: 'Total', value: '1' }, null]} />,
  Field: <Field id="f" label="Email" type="email" value="" onChange={nothing} hint="A hint" error="Wrong." />,
  icons: (
    <>
      {Object.entries(icons).map(([name, Icon]) => (
        <Icon key={name} />
      ))}
    </>
  ),
  Notice: <Notice tone="warn">Careful</Notice>,
  PasswordField: <PasswordField id="p" label="Password" value="" onChange={nothing} />,
  Price: <Price amount={19_850} notes={['(includes taxes)']} />,
  Picture: <SitePicture image={banner} narrow={{ image: banner, media: '(max-width: 719px)' }} eager />,
  Prose: <Prose html="<p>Text</p>" />,
  RadioCards: (
    <RadioCards
      id="r"
      name="r"
      legend="Method"
      value="a"
      onChange={nothing}
      options={[{ value: 'a', label: 'Card' }]}
    />
  ),
  SelectField: <SelectField id="s" label="Age" placeholder="Select age" value="" options={[]} onChange={nothing} />,
  Skeleton: <Skeleton shape="title" />,
  StatusChip: <StatusChip tone="ok">Paid</StatusChip>,
  Stepper: <Stepper current={2} steps={[{ label: 'One', to: '/x' }, { label: 'Two' }]} />,
  TextArea: <TextArea id="t" label="Note" value="" onChange={nothing} />,
  overlays: (
    <>
      <Dialog open={false} onClose={nothing} title="Closed">
        Body
      </Dialog>
      <ConfirmDialog open={false} onClose={nothing} onConfirm={nothing} title="Closed" />
      <SidePanel open={false} onClose={nothing} title="Closed">
        Body
      </SidePanel>
      <ToastRegion />
      <AnnouncerRegions />
    </>
  ),
};

test.each(Object.entries(everything))(
  'the server’s HTML of %s contains no style attribute, style element or event handler',
  (_name, element) => {
    expect(render(element)).not.toMatch(/\sstyle=|<style|\son[a-z]+=/);
  },
);

test('a button without children or type says Click Me and submits nothing', () => {
  expect(render(<Button />)).toMatch(/<button type="button"[^>]*><span[^>]*>Click Me<\/span>/);
});

test('before the scripts run, the browser cannot send the form of a submit button by itself', () => {
  expect(render(<Button type="submit">Login</Button>)).toMatch(/<button type="submit" disabled=""/);
  expect(render(<Button>Close</Button>)).not.toContain('disabled');
});

test('the first option of a select with a placeholder is that text with an empty value', () => {
  const html = render(
    <SelectField
      id="age"
      label="Age"
      placeholder="Select age"
      required
      value=""
      onChange={nothing}
      options={[{ value: 'b', label: 'Thu 22 July, 16:30 (Sold out)', disabled: true }]}
    />,
  );
  expect(html).toContain('<option value="" selected="">Select age</option>');
  expect(html).toContain('<option value="b" disabled="">Thu 22 July, 16:30 (Sold out)</option>');
  expect(html).toContain('aria-required="true"');
  expect(html).toContain('<label');
});

test('hint and error describe a field, and the error precedes the control', () => {
  const html = render(
    <Field
      id="email"
      label="Email"
      hint="Where we send it"
      error="Please enter your email address."
      value=""
      onChange={nothing}
    />,
  );
  expect(html).toContain('aria-describedby="email-hint email-error"');
  expect(html).toContain('aria-invalid="true"');
  expect(html.indexOf('id="email-error"')).toBeLessThan(html.indexOf('<input'));
});

test('the summary shows the same message of two fields once', () => {
  const message = 'Please fill out the following fields: City, Street.';
  const html = render(
    <ErrorSummary
      errors={[
        { fieldId: 'city', message },
        { fieldId: 'street', message },
      ]}
    />,
  );
  expect(html.split(message)).toHaveLength(2);
  expect(html).toContain('There is a problem');
});

test('the summary shows the same message for each part of a form', () => {
  const message = 'Please fill out the following fields: City.';
  const html = render(
    <ErrorSummary
      errors={[
        { fieldId: 'city', message, part: 'Billing address' },
        { fieldId: 'shipping-city', message, part: 'Shipping address' },
      ]}
    />,
  );
  expect(html.replaceAll('<!-- -->', '')).toMatch(
    /Billing address: <a href="#city">.*Shipping address: <a href="#shipping-city">/,
  );
});

test('the roles of a table are explicit, and totals are below the rows', () => {
  const html = render(
    <DataTable
      caption="Items"
      columns={[
        { key: 'name', header: 'Name', cell: (row: { name: string }) => row.name },
        { key: 'price', header: 'Price', align: 'end', phoneLabel: true, cell: () => '1.00' },
      ]}
      rows={[{ name: 'Pass' }]}
      rowKey={(row) => row.name}
      extraRows={[{ key: 'shipping', label: 'Shipping', figure: '2.00' }]}
      totalRow={{ label: 'Total', figure: '3.00' }}
    />,
  );
  expect(html).toContain('role="table"');
  expect(html).toContain('data-label="Price"');
  const order = ['Pass', 'Shipping', 'Total'].map((word) => html.indexOf(word));
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

test('a component outside a LanguageProvider fails instead of showing English to everybody', () => {
  expect(() => renderToString(<CopyButton text="SLK-2H9C4T" what="order code" />)).toThrow('No LanguageProvider above');
});
