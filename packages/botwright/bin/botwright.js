#!/usr/bin/env node
// npm links a command only when its file is there at install time, which in this repository is before the first build.
import '../dist/cli/main.js';
