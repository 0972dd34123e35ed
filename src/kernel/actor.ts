/** Who does something, for the audit log. */
export type Actor =
  | {
      readonly kind: 'staff';
      readonly id: number;
      readonly name: string;
      readonly sessionId: number;
      /** The request key of the call that did it. */
      readonly requestKey?: string | null;
    }
  /** Somebody at the command line, named by `--as` or after the system account. */
  | { readonly kind: 'command-line'; readonly name: string }
  | { readonly kind: 'gateway'; readonly name: string }
  | { readonly kind: 'customer'; readonly id: number }
  | { readonly kind: 'system' };

export const SYSTEM: Actor = { kind: 'system' };

export const commandLine = (name: string): Actor => ({ kind: 'command-line', name });

/** Returns the actor's name for the audit log and other records. */
export function nameOfActor(actor: Actor): string {
  switch (actor.kind) {
    case 'staff':
    case 'command-line':
      return actor.name;
    case 'gateway':
      return `gateway:${actor.name}`;
    case 'customer':
      return `customer:${actor.id}`;
    case 'system':
      return 'system';
  }
}
