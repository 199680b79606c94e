/** A JSON pointer (RFC 6901). */
export const pointer = (place: readonly (string | number)[]): string =>
  place.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The pointer of a dotted path, as `sheet.zones[0].w`; empty for the whole body. */
export const pointerOf = (parameter: string): string => {
  if (parameter === 'body') return ''
  return pointer(parameter.split(/[.[]/).map((part) => part.replace(/\]$/, '')))
}

/** The dotted path of a pointer. */
export const dotted = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (whole, part) => (/^\d+$/.test(part) ? `${whole}[${part}]` : whole ? `${whole}.${part}` : part),
      '',
    )
