/** The query of a link that sets the first password of an account: its page then speaks of no other one. It changes words alone. */
export const INVITED = 'invited';
