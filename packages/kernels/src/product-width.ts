let wide = false;

/** Whether modules loaded from now on compute products in tiles for 256-bit vectors. */
export function productsAreWide(): boolean {
  return wide;
}

/** Sets what {@link productsAreWide} answers in this thread. */
export function setProductsWide(value: boolean): void {
  wide = value;
}
