export const project: string;
export function inProject(...parts: string[]): string;
export const ownNode: string;
export function giveUp(message: string): never;
