/**
 * The time zone and the country of the organisation that is shown: what it plans by, wherever its members are. The
 * session sets them; undefined are the browser's.
 */
export const zone = $state<{ name: string | undefined; country: string | undefined }>({
  name: undefined,
  country: undefined,
})
