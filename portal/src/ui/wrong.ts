import type { ApiProblem } from '../api/client.ts'

/** Returns a field's error without its name, which the label shows. */
export const wrongWith = (problem: ApiProblem | undefined, parameter: string | undefined) => {
  const message = problem?.errors.find((error) => error.parameter === parameter)?.message
  const said = message?.startsWith(`${parameter}: `) ? message.slice(parameter!.length + 2) : message
  return said && said[0]!.toUpperCase() + said.slice(1)
}
