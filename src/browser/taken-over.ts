/** Sent to the window when the application has taken over what the server wrote: from now on it hears what visitors do. */
export const TAKEN_OVER = 'foyer:taken-over';
