import { startTestApp, type TestApp, type TestAppOptions } from './app';

/** Starts an app for a part of a test, and closes it even if that fails. */
export async function withApp(options: TestAppOptions, use: (app: TestApp) => Promise<void>): Promise<void> {
  const app = await startTestApp(options);
  try {
    await use(app);
  } finally {
    await app.close();
  }
}
