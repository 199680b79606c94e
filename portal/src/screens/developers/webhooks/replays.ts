/** What was sent again to a webhook, and when. */
export interface Replay {
  count: number
  at: string
}

/** The last of each webhook, so that who comes back to its page still finds what was done. */
export const lastReplays = new Map<string, Replay>()
