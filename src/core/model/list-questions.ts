import type { Source } from './mapping.ts'

/** What can be answered to a question, and the sources of fields that the answer adds to the mapping. */
export interface QuestionChoice {
  choice: string
  fields: Record<string, Source>
  /** Rows or values of the file as this choice reads them. */
  samples?: string[]
  /** Of a choice of a sheet. */
  rowCount?: number
  isHidden?: boolean
}

/** Something about a list that only its owner can decide. */
export interface Question {
  code: string
  /** The column that it is about; null where it is about the whole file. */
  column: string | null
  message: string
  params?: Readonly<Record<string, string | number>> | undefined
  choices: QuestionChoice[]
  /** Values from the file that raised it. */
  samples: string[]
  /** True where an import does not start before it is answered. */
  required: boolean
  /** The choice that the values of the file decide. */
  suggested?: string
}

/** The answer to the question with this code about this column. */
export interface Answer {
  code: string
  column: string | null
  choice: string
}
