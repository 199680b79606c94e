import type { ApiProblem } from '../api/client.ts'

/** Returns a field's error without its name, which the label shows. */
export const wrongWith = (problem: ApiProblem | undefined, parameter: string | undefined) => {
  const message = problem?.errors.find((error) => error.parameter === parameter)?.message
  const text = message?.startsWith(`${parameter}: `) ? message.slice(parameter!.length + 2) : message
  return text && text[0]!.toUpperCase() + text.slice(1)
}
