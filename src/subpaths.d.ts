/** Typed by its package only for module resolutions that read its `exports`; the whole package loads 300 modules. */
declare module 'date-fns-tz/fromZonedTime' {
  export { fromZonedTime } from 'date-fns-tz';
}
