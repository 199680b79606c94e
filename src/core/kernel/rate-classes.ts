/** Default requests per minute, counted by key and class in fixed windows (docs/api-rules.md#rate-limits). */
export const rateClasses = {
  general: 600,
  itemCreate: 3000,
  preview: 60,
  paper: 600,
  search: 120,
  upload: 60,
  export: 20,
  invite: 30,
  public: 60,
} as const
export type RateClass = keyof typeof rateClasses
