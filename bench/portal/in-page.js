/* Runs in the page that is measured, before its own scripts. Times are in ms of the page's clock unless said otherwise. */
const times = []
const afterTheFrame = (from) => requestAnimationFrame(() => times.push(performance.now() - from))
let areFramesWatched = false
const startOver = () => {
  times.length = 0
  areFramesWatched = false
}

/** Calls with the instant of the last such event once something has changed in what the selector names. */
const watchChanges = (eventName, selector, changed) => {
  let began = 0
  addEventListener(eventName, () => (began = performance.now()), true)
  const isIn = ({ target }) => (target instanceof Element ? target : target.parentElement)?.closest(selector)
  const observer = new MutationObserver((changes) => {
    if (began === 0 || !changes.some(isIn)) return
    const from = began
    began = 0
    changed(from)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
}

globalThis.bench = {
  times,

  /** Resolves once this many times were recorded. */
  until: (count) =>
    new Promise((resolve) => {
      const timer = setInterval(() => {
        if (times.length < count) return
        clearInterval(timer)
        resolve(undefined)
      }, 5)
    }),

  /** Takes the time from the address to the rows of a list. */
  watchList() {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('tbody a')) return
      observer.disconnect()
      afterTheFrame(0)
    })
    observer.observe(document, { childList: true, subtree: true })
  },

  /** The instants (of the machine's clock) at which thumbnails were drawn for the first time. */
  watchThumbnails() {
    startOver()
    const seen = new Set([...document.querySelectorAll('.thumb img')].map(({ src }) => src))
    const onLoad = ({ target }) => {
      if (!target.closest?.('.thumb') || seen.has(target.src)) return
      seen.add(target.src)
      times.push(Date.now())
    }
    document.addEventListener('load', onLoad, true)
  },

  watchTyping() {
    startOver()
    watchChanges('input', '[data-part=scene]', afterTheFrame)
  },

  watchFrames() {
    startOver()
    areFramesWatched = true
    let last = performance.now()
    const frame = (now) => {
      if (!areFramesWatched) return
      times.push(now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  },

  /** The sheet is busy from a change until the press's answer to it is there. */
  watchProof() {
    startOver()
    let began = 0
    addEventListener('keydown', () => (began = performance.now()), true)
    const sheet = document.querySelector('[role=application]')
    const observer = new MutationObserver(() => {
      if (began === 0 || sheet.getAttribute('aria-busy') !== 'false') return
      afterTheFrame(began)
      began = 0
    })
    observer.observe(sheet, { attributes: true, attributeFilter: ['aria-busy'] })
  },

  /** Resolves with the time until the list was read to its end. */
  scrollToTheEnd: () =>
    new Promise((resolve) => {
      const scroller = document.querySelector('section:has(> table)')
      const began = performance.now()
      const down = () => {
        scroller.scrollTop = scroller.scrollHeight
        const isAll = scroller.querySelector('table').getAttribute('aria-rowcount') !== '-1'
        if (isAll) resolve(performance.now() - began)
        else requestAnimationFrame(down)
      }
      down()
    }),
}

if (location.pathname.endsWith('/items')) bench.watchList()
