export interface Check {
  name: string
  /** `note`: worth knowing, nothing to do. */
  status: 'fine' | 'note' | 'wrong'
  detail: string
}

export type Outcome = Omit<Check, 'name'>
export const fine = (detail: string): Outcome => ({ status: 'fine', detail })
export const note = (detail: string): Outcome => ({ status: 'note', detail })
export const wrong = (detail: string): Outcome => ({ status: 'wrong', detail })
