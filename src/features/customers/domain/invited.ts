/** Query key of links that set an account's first password. It only changes the page's wording. */
export const INVITED = 'invited';
