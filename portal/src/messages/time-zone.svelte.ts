/** Time zone and country of the shown organisation, set by the session; undefined means the browser's. */
export const zone = $state<{ name: string | undefined; country: string | undefined }>({
  name: undefined,
  country: undefined,
})
