/** What waited for another try and was sent at once, and when. */
export interface Retry {
  count: number
  at: string
}

/** The last of each webhook, so that who looks at another tab meanwhile still finds how far it is. */
export const lastRetries = new Map<string, Retry>()
