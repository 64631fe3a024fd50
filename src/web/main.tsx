import { render } from 'preact';
import './style/tokens.css';
import './style/base.css';
import './style/layout.css';
import './style/components.css';
import { App } from './app';
import { applyStoredTheme } from './ui/theme';

applyStoredTheme();
const root = document.getElementById('app');
if (root === null) throw new Error('the document has no element with the id "app"');
render(<App />, root);
