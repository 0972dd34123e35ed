import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withoutSideEffects } from './unused-router-parts.ts';

test('neither the creation nor the name of a component of the router forces the build to keep it', () => {
  const code = ['const Form = React$1.forwardRef((props, ref) => {', '});', 'Form.displayName = "Form";', ''].join(
    '\n',
  );
  expect(withoutSideEffects(code)).toBe(
    ['const Form = /* @__PURE__ */ React$1.forwardRef((props, ref) => {', '});', '', ''].join('\n'),
  );
});

test("no component in the router's own file is kept because of its name", () => {
  const file = path.join(import.meta.dirname, '../../node_modules/react-router/dist/production/lib/dom/lib.js');
  const code = fs.readFileSync(file, 'utf8');
  const result = withoutSideEffects(code);
  expect(result).toContain('const Form = /* @__PURE__ */ React$1.forwardRef(');
  expect(result).not.toContain('\nForm.displayName');
});
