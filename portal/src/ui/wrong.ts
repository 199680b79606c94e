import { getContext, setContext } from 'svelte'
import type { ApiProblem } from '../api/client.ts'

type Problem = ApiProblem | undefined
const key = Symbol('problem')

/** Lets all fields below a component show their errors in this problem. */
export const showProblemAtFields = (problem: () => Problem): void => void setContext(key, problem)

/** Returns the problem that the field's form shows. */
export const problemOfForm = (): (() => Problem) =>
  getContext<(() => Problem) | undefined>(key) ?? (() => undefined)

/** Returns a field's error, if any, without the parameter's name, which the label replaces. */
export const wrongWith = (problem: Problem, parameter: string | undefined) => {
  if (parameter === undefined) return
  const message = problem?.errors.find((error) => error.parameter === parameter)?.message
  const text = message?.startsWith(`${parameter}: `) ? message.slice(parameter.length + 2) : message
  return text && text[0]!.toUpperCase() + text.slice(1)
}
