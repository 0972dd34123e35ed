/** Query key of links that set an account's first password. It changes only the page's wording. */
export const INVITED = 'invited';
