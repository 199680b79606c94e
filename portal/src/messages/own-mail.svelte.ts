/**
 * Whether the organisation prints its own mail, and sees no prices and no words about charging. Set by the
 * session; read by the texts. Code that shows amounts checks `session.pays`.
 */
export const payer = $state({ isOwnMail: false })

/** Cache, by the usual texts, of texts with overrides for organisations that print their own mail. */
const replaced = new WeakMap<object, object>()
export const inOwnMail = <Words extends object>(usual: Words, instead: Partial<Words>): Words => {
  if (!payer.isOwnMail) return usual
  const known = replaced.get(usual) ?? { ...usual, ...instead }
  replaced.set(usual, known)
  return known as Words
}
