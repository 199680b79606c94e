/** `the PNG is damaged` → `The PNG is damaged.` */
export const sentence = (reason: string): string =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.`
