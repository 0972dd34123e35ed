/** The facts of an item that listings and cards need, under their API names. */
export interface ListedItem {
  readonly shop_item_type: 'tickets' | 'merchandise';
  readonly type: string;
  readonly in_stock: boolean;
  readonly stock_level: number | null;
  readonly is_featured: boolean;
  readonly force_view: boolean;
  readonly has_payment_plan: boolean;
  readonly fee: number;
  readonly payment_plan: readonly { readonly amount: number }[];
}

export interface CartFacts {
  readonly isEmpty: boolean;
  readonly hasPaymentPlanItem: boolean;
}

export const emptyCart: CartFacts = { isEmpty: true, hasPaymentPlanItem: false };
