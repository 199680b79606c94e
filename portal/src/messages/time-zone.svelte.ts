/**
 * The time zone of the organisation that is shown: what it plans by, wherever its people are. The session sets it;
 * undefined is the browser's.
 */
export const zone = $state<{ name: string | undefined }>({ name: undefined })
