#!/bin/bash
# Answers the compose file's health check and nothing else: does the server take connections?
exec 3<>/dev/tcp/127.0.0.1/27017
