// What test/browser/docs.test.ts asks of the viewer, from inside the page.

const viewer = () => document.querySelector('rapi-doc')

/** The ids of all operations and webhooks, once the document was read; until then nothing. */
globalThis.shownOperations = () => {
  const ids = viewer()?.resolvedSpec?.tags?.flatMap((tag) => tag.paths.map((path) => path.elementId))
  return ids?.length > 0 ? ids : undefined
}

/** Opens one, and says what of it is there to see. */
globalThis.openOperation = async (id) => {
  viewer().scrollToPath(id)
  await viewer().updateComplete
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 0)))
  const section = viewer().shadowRoot.getElementById(id)
  const part = async (name) => {
    const element = section?.querySelector(name)
    await element?.updateComplete
    return element?.shadowRoot
  }
  const [request, response] = [await part('api-request'), await part('api-response')]
  return {
    request: Boolean(request?.textContent),
    examples: response?.querySelectorAll('.example-panel').length ?? 0,
  }
}
