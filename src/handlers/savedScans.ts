import type { Operations } from '../operation';
import { calendarFile } from '../services/account/calendarFile';
import {
  createCalendarLink,
  createTableLink,
  deleteCalendarLink,
  deleteTableLink,
  listCalendarLinks,
  listTableLinks,
  tableFile,
} from '../services/account/links';
import {
  changeSavedScan,
  createSavedScan,
  deleteSavedScan,
  listSavedScans,
  listScanChanges,
  runSavedScan,
  savedScan,
} from '../services/account/savedScans';
import type { ServiceDeps } from '../services/screening/deps';

/** Saved scans, and the secret addresses of calendars and tables. */
export const savedScans = {
  listSavedScans,
  createSavedScan,
  getSavedScan: savedScan,
  changeSavedScan,
  deleteSavedScan,
  runSavedScan,
  listScanChanges,
  listCalendarLinks,
  createCalendarLink,
  deleteCalendarLink,
  getCalendar: calendarFile,
  listTableLinks,
  createTableLink,
  deleteTableLink,
  getTable: tableFile,
} satisfies Operations<ServiceDeps>;
