import type { ApiProblem } from '../api/client.ts'

/** Returns a field's error, if any, without the parameter's name, which the label replaces. */
export const wrongWith = (problem: ApiProblem | undefined, parameter: string | undefined) => {
  const message = problem?.errors.find((error) => error.parameter === parameter)?.message
  const text = message?.startsWith(`${parameter}: `) ? message.slice(parameter!.length + 2) : message
  return text && text[0]!.toUpperCase() + text.slice(1)
}
