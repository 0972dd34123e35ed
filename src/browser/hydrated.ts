/** Dispatched to the window once the application is hydrated and handles events. */
export const HYDRATED = 'foyer:hydrated';
