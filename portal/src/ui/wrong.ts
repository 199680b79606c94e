import type { ApiProblem } from '../api/client.ts'

/** What is wrong with a field, to stand below it: its label says already which it is, in a reader's words. */
export const wrongWith = (problem: ApiProblem | undefined, parameter: string | undefined) => {
  const message = problem?.errors.find((error) => error.parameter === parameter)?.message
  const said = message?.startsWith(`${parameter}: `) ? message.slice(parameter!.length + 2) : message
  return said && said[0]!.toUpperCase() + said.slice(1)
}
