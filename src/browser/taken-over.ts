/** Dispatched to the window once the application is hydrated and handles events. */
export const TAKEN_OVER = 'foyer:taken-over';
