import type { Plugin } from 'vite';

/**
 * Lets the build leave out the components of react-router that the application does not use. Each is made by a call of
 * `forwardRef` and named by an assignment. The build would keep both, because they might have side effects.
 */
export const withoutSideEffects = (code: string): string =>
  code.replace(/ = (React\$1\.forwardRef\()/g, ' = /* @__PURE__ */ $1').replace(/^(\w+)\.displayName = "\w+";$/gm, '');

export function leaveOutUnusedRouterParts(): Plugin {
  return {
    name: 'leave-out-unused-router-parts',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\// },
      handler: (code) => ({ code: withoutSideEffects(code), map: null }),
    },
  };
}
