let load: () => Promise<unknown> = async () => {}

/** Registers the loader of the renderer's embedded files; called by the executable's entry. */
export const embedRendererFiles = (loader: () => Promise<unknown>): void => {
  load = loader
}

/** Locates the renderer's embedded files before they are read. Does nothing outside the executable. */
export const rendererFiles = (): Promise<unknown> => load()
