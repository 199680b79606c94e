import type { Editing } from './editing.svelte.ts'
import { STEP_MM } from './model/boxes.ts'

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)

/** Handles keys while the sheet has the focus. */
export const keyPressed = (event: KeyboardEvent, editing: Editing): void => {
  const arrow = arrows[event.key]
  const isCommand = event.metaKey || event.ctrlKey
  if (arrow && editing.chosen.length > 0 && !isCommand) {
    const step = event.shiftKey ? 10 * STEP_MM : STEP_MM
    editing.nudge(arrow[0] * step, arrow[1] * step)
  } else if (event.key === 'Delete' || event.key === 'Backspace') editing.remove()
  else if (event.key === 'Escape') editing.choose([])
  else if (event.key === 'Enter' && editing.one?.type === 'text') editing.focusText()
  else if (isCommand && event.key.toLowerCase() === 'a') editing.choose([...editing.elements.keys()])
  else return
  event.preventDefault()
}

/** Handles global shortcuts: save; outside inputs also undo, redo, duplicate. Inputs have their own undo. */
export const commandPressed = (event: KeyboardEvent, editing: Editing, save: () => void): void => {
  if (!(event.metaKey || event.ctrlKey) || event.altKey) return
  const key = event.key.toLowerCase()
  if (key === 's') save()
  else if (isField(event.target)) return
  else if (key === 'z' && !event.shiftKey) editing.undo()
  else if (key === 'y' || key === 'z') editing.redo()
  else if (key === 'd') editing.duplicate()
  else return
  event.preventDefault()
}
